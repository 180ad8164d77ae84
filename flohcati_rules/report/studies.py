"""A study in reports: what rules do to play, as a whole or one by one."""

from collections.abc import Iterator, Mapping, Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.metrics import Metric, ending_metrics
from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import (
    Column,
    Labelled,
    Plain,
    counted,
    grid,
    heading,
    stacked,
)
from flohcati_rules.report.play import (
    MARK,
    PlayReport,
    figure,
    plain_contrast,
    plain_estimate,
    ranged,
)
from flohcati_rules.report.wording import introduced, plain_variant
from flohcati_rules.rulepoints import Value, spoken
from flohcati_rules.study import (
    Ablation,
    Contrast,
    Estimate,
    Part,
    Step,
    Stop,
    Study,
    Sweep,
)

QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles by which a distribution of scores is told, in per cent."""


@attrs.frozen(kw_only=True)
class StudyReport:
    """What rules do to play.

    Attributes:
        variants: the variants that are studied, one or two.
        metrics: the game's metrics by name.
        endings: the ways the game ends, each with its sense.
        habits: what the players do, in a sentence.
        study: what two variants make of the same deals, if that was asked.
        ablation: what each differing rule contributes, if that was asked.
        sweep: what the values of one rule do, if that was asked.
        shown: the names of the metrics and endings that the text shows of an
            ablation or a sweep; empty for those with something clear to show.
        command: how to get the same again.

    """

    variants: tuple[Variant, ...]
    metrics: Mapping[str, Metric]
    endings: Mapping[str, str]
    habits: str
    study: Study | None = None
    ablation: Ablation | None = None
    sweep: Sweep | None = None
    shown: tuple[str, ...] = ()
    command: str = ""

    @property
    def measured(self) -> dict[str, Metric]:
        """The metrics and ways of ending by name."""
        return {**self.metrics, **ending_metrics(self.endings)}

    def text(self) -> RenderableType:
        """Return the study for people."""
        names = " and ".join(variant.id for variant in self.variants)
        parts: list[RenderableType] = [
            Text(f"{self.variants[0].game_class.TITLE}: {names}", "bold"),
            Text(),
            Labelled(
                [
                    (Text(variant.id, "cyan"), introduced(variant))
                    for variant in self.variants
                ]
            ),
        ]
        if self.study:
            play = PlayReport(
                study=self.study,
                metrics=self.metrics,
                endings=self.endings,
                habits=self.habits,
            )
            parts += [play.text(), *_distribution(self.study), *_skill(self.study)]
        if self.ablation:
            parts += self._ablated(self.ablation)
        if self.sweep:
            parts += self._swept(self.sweep)
        parts += [Text(), Text(f"The same again: {self.command}", "dim")]
        return stacked(parts)

    def _ablated(self, found: Ablation) -> Iterator[RenderableType]:
        note = (
            f"{counted(found.games, 'deal')} under each set of rules between; a rule's "
            "share is the mean of what it does alone and what it does last."
        )
        yield heading("Rule by rule", note)
        tried = [step for step in found.steps if step.parts]
        acting = [step for step in tried if _ever_clear(step)]
        for name in self._to_show(_clear_in(found)):
            metric = self.measured[name]
            whole = found.whole[name]
            yield Text(f"{metric.sense}: {_told(metric, whole)} in all", "bold")
            table = grid(Column(), Column(right=True), Column(right=True), Column())
            for step in acting:
                table.add_row(step.point, *_part_cells(metric, step.parts[name]))
            rest = found.rest[name]
            if not rest.low <= 0 <= rest.high:
                gap = (figure(metric, rest.mean, sign=True), ranged(metric, rest))
                table.add_row("the rest", *gap, MARK)
            yield table
            yield from _interactions(metric, name, acting)
            yield Text()
        for step in found.steps:
            if not step.parts:
                yield Text(f"{step.point}: {step.idle or step.refused}.", "dim")
            elif step not in acting:
                yield Text(f"{step.point}: no clear effect on any figure.", "dim")
        for step in tried:
            if step.moved:
                also = ", ".join(step.moved)
                yield Text(f"{step.point} moves {also} along.", "dim")
            if step.refused:
                yield Text(f"{step.point} cannot be changed {step.refused}.", "dim")

    def _swept(self, found: Sweep) -> Iterator[RenderableType]:
        base = spoken(found.base)
        note = (
            f"{counted(found.games, 'deal')} under each value, "
            f"{counted(found.seats, 'player')} of the sort {found.player!r}; "
            f"compared with {base}."
        )
        if not found.paired:
            note += " The decks differ, so each value has deals of its own."
        yield heading(f"{found.point} of {found.variant}", note)
        playable = [stop for stop in found.stops if not stop.refused]
        for name in self._to_show(_clear_along(found)):
            metric = self.measured[name]
            yield Text(metric.sense, "bold")
            table = grid(*(Column(right=True) for _ in range(5)), Column())
            for stop in playable:
                table.add_row(*_stop_cells(metric, stop, name))
            yield table
            yield Text()
        if not self._to_show(_clear_along(found)):
            yield Text("No figure clearly changes.")
        for stop in found.stops:
            if stop.refused:
                yield Text(f"{spoken(stop.value)}: {stop.refused}.", "dim")

    def _to_show(self, clear: Sequence[str]) -> tuple[str, ...]:
        """Return the names that the text shows, none twice under another name."""
        told = {self.metrics[name].of for name in self.metrics}
        once = [
            name
            for name in clear
            if name in self.metrics or self.measured[name].of not in told
        ]
        return self.shown or (*once,)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``study/1``."""
        found = self.study or self.ablation or self.sweep
        assert found is not None, "something was asked"
        play = None
        if self.study:
            play = PlayReport(
                study=self.study, metrics=self.metrics, endings=self.endings
            ).plain()
            play["skill"] = _plain_skill(self.study)
            play["scores"] = [_plain_scores(scores) for scores in self.study.scores]
        return {
            "format": "study/1",
            "variants": [*map(plain_variant, self.variants)],
            "games": found.games,
            "seats": found.seats,
            "player": found.player,
            "seed": found.seed,
            "engine": found.engine,
            "paired": found.paired,
            "play": play,
            "ablation": self._plain_ablation(),
            "sweep": self._plain_sweep(),
            "command": self.command,
        }

    def _plain_ablation(self) -> Plain:
        found = self.ablation
        if not found:
            return None
        return {
            "whole": self._plain_contrasts(found.whole),
            "rules": [
                {
                    "rule_point": step.point,
                    "a": _plain_value(step.a),
                    "b": _plain_value(step.b),
                    "idle": step.idle,
                    "refused": step.refused,
                    "moved": [*step.moved],
                    "differing": _plain_or_none(step.differing),
                    "shares": [
                        {"metric": name, **_plain_part(part)}
                        for name, part in step.parts.items()
                    ],
                }
                for step in found.steps
            ],
            "rest": [
                {"metric": name, **plain_estimate(rest)}
                for name, rest in found.rest.items()
            ],
        }

    def _plain_sweep(self) -> Plain:
        found = self.sweep
        if not found:
            return None
        return {
            "rule_point": found.point,
            "base": _plain_value(found.base),
            "values": [
                {
                    "value": _plain_value(stop.value),
                    "refused": stop.refused,
                    "moved": [*stop.moved],
                    "differing": _plain_or_none(stop.differing),
                    "metrics": self._plain_contrasts(stop.figures),
                }
                for stop in found.stops
            ],
        }

    def _plain_contrasts(self, found: Mapping[str, Contrast]) -> list[Plain]:
        return [
            {
                "metric": name,
                "sense": self.measured[name].sense,
                "unit": self.measured[name].unit,
                **plain_contrast(contrast),
            }
            for name, contrast in found.items()
        ]


def _clear_in(found: Ablation) -> list[str]:
    """Return the figures on which a rule, or all rules, have a clear effect."""
    return [
        name
        for name, whole in found.whole.items()
        if whole.is_clear
        or any(step.parts and step.parts[name].is_clear for step in found.steps)
    ]


def _clear_along(found: Sweep) -> list[str]:
    """Return the figures that clearly differ at some value."""
    names = {name: None for stop in found.stops for name in stop.figures}
    return [
        name
        for name in names
        if any(
            name in stop.figures and stop.figures[name].is_clear for stop in found.stops
        )
    ]


def _ever_clear(step: Step) -> bool:
    return any(part.is_clear for part in step.parts.values())


def _told(metric: Metric, contrast: Contrast) -> str:
    gap = contrast.difference
    return f"{figure(metric, gap.mean, sign=True)} ({ranged(metric, gap)})"


def _part_cells(metric: Metric, part: Part) -> tuple[str, str, str]:
    return (
        figure(metric, part.share.mean, sign=True),
        ranged(metric, part.share),
        MARK if part.is_clear else "",
    )


def _interactions(
    metric: Metric, name: str, steps: Sequence[Step]
) -> Iterator[RenderableType]:
    """Yield the rules whose effect depends on the others."""
    for step in steps:
        part = step.parts[name]
        if part.interacts and part.alone and part.last:
            alone = figure(metric, part.alone.mean, sign=True)
            last = figure(metric, part.last.mean, sign=True)
            yield Text(f"  {step.point} does {alone} alone and {last} last", "dim")


def _stop_cells(metric: Metric, stop: Stop, name: str) -> tuple[str, ...]:
    contrast = stop.figures[name]
    return (
        spoken(stop.value),
        figure(metric, contrast.b.mean),
        ranged(metric, contrast.b, sign=False),
        figure(metric, contrast.difference.mean, sign=True),
        ranged(metric, contrast.difference),
        MARK if contrast.is_clear else "",
    )


def quantile(scores: Mapping[int, int], per_cent: int) -> int:
    """Return the lowest score that at least so many per cent of the seats reach."""
    all_ = sum(scores.values())
    seats = 0
    for score in sorted(scores):
        seats += scores[score]
        if seats * 100 >= per_cent * all_:
            return score
    message = "there are no scores"
    raise ValueError(message)


def _distribution(study: Study) -> Iterator[RenderableType]:
    """Yield how the scores of single seats are spread under both variants."""
    yield Text()
    yield Text("The scores of single seats, in points", "dim")
    table = grid(Column(), *(Column(right=True) for _ in QUANTILES), gap=3)
    table.add_row("at most, of 100 seats", *(f"{share}" for share in QUANTILES))
    for label, scores in zip("AB", study.scores, strict=True):
        table.add_row(label, *(f"{quantile(scores, share)}" for share in QUANTILES))
    yield table


def _skill(study: Study) -> Iterator[RenderableType]:
    """Yield how much a better player tells under both variants."""
    skill = study.skill
    if skill is None:
        return
    share = Metric("", "share of games", of="")
    wins = skill.wins
    yield Text()
    yield Text(
        f"How much skill tells: one {skill.guest} player among {skill.host} ones wins "
        f"{figure(share, wins.a.mean)} ({ranged(share, wins.a, sign=False)}) under A "
        f"and {figure(share, wins.b.mean)} ({ranged(share, wins.b, sign=False)}) under "
        f"B, a difference of {_told(share, wins)}"
        f"{'' if wins.is_clear else ', which chance could explain'}. "
        f"An equal one would win {figure(share, 1 / study.seats)}."
    )


def _plain_value(value: Value) -> Plain:
    return value if isinstance(value, int) else spoken(value)


def _plain_or_none(found: Estimate | None) -> Plain:
    return None if found is None else plain_estimate(found)


def _plain_part(part: Part) -> dict[str, Plain]:
    return {
        "share": plain_estimate(part.share),
        "p": part.p,
        "alone": _plain_or_none(part.alone),
        "last": _plain_or_none(part.last),
        "interaction": _plain_or_none(part.interaction),
        "interaction_p": part.interaction_p,
    }


def _plain_skill(study: Study) -> Plain:
    skill = study.skill
    if skill is None:
        return None
    return {
        "guest": skill.guest,
        "host": skill.host,
        "games": skill.games,
        **plain_contrast(skill.wins),
    }


def _plain_scores(scores: Mapping[int, int]) -> Plain:
    return [{"score": score, "seats": scores[score]} for score in sorted(scores)]
