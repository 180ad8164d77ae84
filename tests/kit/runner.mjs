// Plays the lines of kits with another implementation of their game.
//
//     node runner.mjs KIT.json RESULT.json [KIT.json RESULT.json ...]
//
// It reads nothing but the kit. First it audits the kit itself: no card appears or
// vanishes within a line, and the scores are those of the cards. Then it plays every
// line and writes in which steps its states differ from those of the kit. The exit
// code is 2 when a kit cannot be played or does not stand the audit, else 0: whether
// all passed is for `flohcati kit --check RESULT.json KIT.json` to say.

import { readFileSync, writeFileSync } from "node:fs";
import { Table, checkRules, score } from "./fleas.mjs";

/** Lists whose order tells something; all others are compared without it. */
const IN_ORDER = ["deck"];

/** A text that two contents share exactly when they are the same. */
function same(content, inOrder = false) {
  if (Array.isArray(content)) {
    const parts = content.map((part) => same(part, inOrder));
    return `[${(inOrder ? parts : parts.sort()).join()}]`;
  }
  if (content !== null && typeof content === "object") {
    const keys = Object.keys(content).sort();
    return `{${keys.map((key) => `${key}:${same(content[key], inOrder)}`).join()}}`;
  }
  return JSON.stringify(content);
}

const sorted = (cards) => [...cards].sort();

function withoutEach(pile, taken) {
  const left = [...pile];
  for (const card of taken) {
    const place = left.indexOf(card);
    if (place < 0) throw new Error(`${card} comes from nowhere`);
    left.splice(place, 1);
  }
  return left;
}

/** Check a kit's own states: cards are conserved, and scores are those of cards. */
function audit(kit) {
  for (const line of kit.lines) {
    const cards = ({ deck, display, discard, hands, trios }) => [
      ...deck, ...display, ...discard,
      ...Object.values(hands).flat(), ...Object.values(trios).flat(2),
    ];
    const named = cards(line.start);
    let caller = line.given.gala ?? null;
    let before = line.start;
    const steps = [{ actor: "", move: "", after: line.start }, ...line.steps];
    steps.forEach(({ actor, move, after }, number) => {
      const fail = (what) => {
        throw new Error(`${line.name}, step ${number} (${move}): ${what}`);
      };
      if (move && before.turn !== actor) fail(`${before.turn} is asked, not ${actor}`);
      if (move && !before.moves.includes(move)) fail("not among the legal moves");
      if (move === "gala") caller = actor;
      // The action card in force, and a duplicate beside the display, lie nowhere.
      let aside = [];
      try {
        aside = withoutEach(named, cards(after));
      } catch (error) {
        fail(error.message);
      }
      const [action, duplicate] = aside.sort((a, b) => a.includes("-") - b.includes("-"));
      if (aside.length > 2 || (action ?? "chain").includes("-")) fail(`lost: ${aside}`);
      if (after.over && aside.length) fail(`lost when the game ended: ${aside}`);
      if (duplicate && (action !== "chain" || !after.moves.includes(`take ${duplicate}`))) {
        fail(`lost: ${duplicate}`);
      }
      const wanted = score(kit.rules, { ...after, seats: line.seats, caller });
      if (same(wanted.scores) !== same(after.scores)) {
        fail(`scores ${same(after.scores)} should be ${same(wanted.scores)}`);
      }
      if (same(wanted.winners) !== same(after.winners)) fail("other winners");
      checkMove(before, move, actor, after, fail);
      before = after;
    });
  }
}

/** Check that a move changes the cards as its notation says. */
function checkMove(before, move, actor, after, fail) {
  const [verb, card, ...more] = move.split(" ");
  const gained = (was, is) => sorted(withoutEach(is, was)).join(" ");
  const hands = [before.hands[actor] ?? [], after.hands[actor] ?? []];
  if (verb === "reveal" && before.deck.length === after.deck.length) fail("no card turned");
  if (verb !== "reveal" && same(before.deck, true) !== same(after.deck, true)) {
    fail("the deck changed");
  }
  if (verb === "take") {
    const taken = card === "all" ? before.display : [card];
    if (gained(...hands) !== sorted(taken).join(" ")) fail("not what was taken");
  }
  if (verb === "trio") {
    const had = before.trios[actor].length;
    const laid = after.trios[actor].at(-1);
    if (after.trios[actor].length !== had + 1) fail("no trio laid");
    if (more.length && same(laid) !== same([card, ...more])) fail("other cards laid");
    if (!more.length && laid.some((one) => !one.endsWith(`-${card}`))) fail("other number");
    if (gained(hands[1], hands[0]) !== sorted(laid).join(" ")) fail("not from the hand");
  }
  if (["give", "discard"].includes(verb) && gained(hands[1], hands[0]) !== card) {
    fail("another card left the hand");
  }
  if (["gala", "end", "decline", "stop"].includes(verb)) {
    if (same(before.hands) !== same(after.hands)) fail("a hand changed");
  }
}

/** Play one line and return the answer to each of its steps. */
function play(kit, line) {
  const table = new Table(kit.rules, line);
  const answers = [answer(table, line.start)];
  for (const { actor, move, after } of line.steps) {
    try {
      if (table.decider !== actor) throw new Error(`${table.decider} is asked`);
      table.make(move);
    } catch (error) {
      // Not a step that this implementation can make: what it has stays as it is.
      answers.push({ moves: `${actor}: ${move}: ${error.message}` });
      return answers;
    }
    answers.push(answer(table, after));
  }
  if (line.refused) {
    const { actor, move } = line.refused;
    const allowed = table.decider === actor && table.moves.includes(move);
    answers.push(allowed ? { refused: false } : "passed");
  }
  return answers;
}

function answer(table, expected) {
  const found = JSON.parse(JSON.stringify(table.told()));
  const differs = {};
  for (const [what, value] of Object.entries(expected)) {
    const inOrder = IN_ORDER.includes(what);
    if (same(found[what] ?? null, inOrder) !== same(value, inOrder)) {
      differs[what] = found[what] ?? null;
    }
  }
  return Object.keys(differs).length ? differs : "passed";
}

/** Return the result of a kit, or throw what is wrong with it. */
function resultOf(kit) {
  if (kit.format !== "kit/1") throw new Error(`not a kit/1 but ${kit.format}`);
  if (kit.game !== "flea-circus") {
    throw new Error(`only the flea circus is played here, not ${kit.game}`);
  }
  checkRules(kit.rules);
  audit(kit);
  const lines = {};
  for (const line of kit.lines) lines[line.name] = play(kit, line);
  return { format: "kit-result/1", kit: kit.kit, implementation: "fleas.mjs", lines };
}

const files = process.argv.slice(2);
while (files.length) {
  const [kitFile, resultFile] = files.splice(0, 2);
  try {
    const result = resultOf(JSON.parse(readFileSync(kitFile, "utf8")));
    writeFileSync(resultFile, `${JSON.stringify(result, null, 1)}\n`);
  } catch (error) {
    process.stderr.write(`${kitFile}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
