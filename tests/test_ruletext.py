"""A rule text is read the same however it was wrapped, spaced and typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.ruletext import digest, find, sentences, squeeze

# Invented sentences in several scripts.
LINES = (
    "Each juggler draws 12 cards.",
    "After that – if any are left! – the eldest may swap one.",
    "Jokainen pelaaja ottaa käteensä 4 nappia.",
    "各自は箱から青い石を3個とり、袋に入れる。",
    "袋が空なら（めったにないが）、そこで遊びはおわる！",
    "Ο κάθε παίκτης παίρνει 5 ψύλλους.",
    "Каждый игрок берёт 7 блох из коробки.",
)


def texts_of(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


class TestSqueeze:
    def test_keeps_letters_digits_and_marks_only(self) -> None:
        assert squeeze("• Take 1–2 (two)\n fleas!") == "take12twofleas"

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("ＡＢ１２", "ab12"),
            ("ｶﾞ", "ガ"),
            ("Straße", "STRASSE"),
            ("n\u0303", "ñ"),
            ("it´s", "it's"),
            ("co\u00adoperate", "cooperate"),
            ("ΟΔΟΣ", "οδός".replace("ό", "ο")),
        ],
    )
    def test_forms_of_one_word_are_the_same(self, one: str, other: str) -> None:
        assert squeeze(one) == squeeze(other)

    @pytest.mark.parametrize(
        ("one", "other"), [("e", "é"), ("は", "ば"), ("7", "8"), ("ä", "a")]
    )
    def test_a_letter_an_accent_and_a_number_matter(self, one: str, other: str) -> None:
        assert squeeze(one) != squeeze(other)

    @given(st.text())
    def test_squeezing_twice_changes_nothing(self, text: str) -> None:
        assert squeeze(squeeze(text)) == squeeze(text)


class TestDigest:
    def test_says_the_length_of_the_squeezed_sentence(self) -> None:
        assert digest("Two fleas.").endswith("-8")

    def test_stays_the_same_from_version_to_version(self) -> None:
        assert digest("Two fleas.") == "h-d471374feeec2754-8"

    def test_does_not_notice_punctuation(self) -> None:
        assert digest("Take, two!") == digest("take two")

    def test_refuses_a_sentence_of_signs(self) -> None:
        with pytest.raises(ValueError, match="no letter and no digit"):
            digest("* * *")


class TestFind:
    @pytest.mark.parametrize("line", LINES)
    def test_finds_each_sentence_where_it_stands(self, line: str) -> None:
        text = squeeze("\n".join(LINES))
        assert find(digest(line), text) == text.index(squeeze(line))

    def test_finds_nothing_where_a_word_was_changed(self) -> None:
        assert find(digest("Take two."), squeeze("Take ten. Give two.")) is None

    def test_starts_where_it_is_told(self) -> None:
        text = squeeze("Go. Stop. Go.")
        assert find(digest("Go"), text, start=1) == 6
        assert find(digest("Go"), text, start=7) is None

    @pytest.mark.parametrize("bad", ["", "h-12-3", "h-3f2a9c01b7de4410", "7"])
    def test_refuses_what_is_no_digest(self, bad: str) -> None:
        with pytest.raises(ValueError, match="not a digest"):
            find(bad, "text")

    @given(st.data())
    def test_finds_every_sentence_however_the_text_is_wrapped(
        self, data: st.DataObject
    ) -> None:
        text = " ".join(LINES)
        gaps = st.sampled_from(["", "\n", "\r\n", "  ", "\u3000", "\n • ", "\u00ad"])
        places = data.draw(st.sets(st.integers(0, len(text)), max_size=30))
        typed = "".join(
            (data.draw(gaps) if at in places else "") + character
            for at, character in enumerate(text)
        )
        wide_digits = str.maketrans("0123456789", "０１２３４５６７８９")
        if data.draw(st.booleans()):
            typed = typed.translate(wide_digits).upper()
        squeezed, end = squeeze(typed), 0
        for line in LINES:
            at = find(digest(line), squeezed, start=end)
            assert at == end
            end += len(squeeze(line))
        assert end == len(squeezed)


class TestSentences:
    @pytest.mark.parametrize("text", ["", "\ufeff", "\n\r\n", " \u3000 ", "* * *\n---"])
    def test_a_text_without_words_has_none(self, text: str) -> None:
        assert sentences(text) == ()

    def test_ends_at_every_kind_of_stop(self) -> None:
        assert texts_of("Is it? Yes! Good. 石をとる。次へ！え？") == [
            "Is it?",
            "Yes!",
            "Good.",
            "石をとる。",
            "次へ！",
            "え？",
        ]

    @pytest.mark.parametrize(
        "sentence",
        [
            "The box weighs 3.5 kg.",
            "Write to fleas@example.org or to the shop.",
            "Some insects (e.g. Fleas, see p. 4.) jump.",
            "Pick a colour, e.g. blue.",
            "Ask J. Smith.",
            "彼は「もう行く。」と言った。",
            "印（「!」や「?」）がある札を除く。",
            "カードの「ME!」の印を見る。",
        ],
    )
    def test_does_not_end_at_a_dot_inside(self, sentence: str) -> None:
        assert texts_of(sentence) == [sentence]

    def test_a_bracket_after_the_stop_stays_with_its_sentence(self) -> None:
        text = "石を置く。（以後これを山とよぶ）\n次に札を引く。\n(二枚まで)\nおわり。"
        assert texts_of(text) == [
            "石を置く。（以後これを山とよぶ）",
            "次に札を引く。(二枚まで)",
            "おわり。",
        ]

    def test_a_bracket_of_whole_sentences_ends_one(self) -> None:
        assert texts_of('Jump card ("Leap. Then rest.") The flea leaps.') == [
            'Jump card ("Leap. Then rest.")',
            "The flea leaps.",
        ]

    def test_quotes_after_the_stop_stay_with_their_sentence(self) -> None:
        assert texts_of('Say "Hop!" Then jump.') == ['Say "Hop!"', "Then jump."]

    def test_a_line_goes_on_until_its_sentence_ends(self) -> None:
        text = "Each player takes four of\nthe buttons. The rest\nis left.\nNow begin."
        assert texts_of(text) == [
            "Each player takes four of the buttons.",
            "The rest is left.",
            "Now begin.",
        ]

    def test_a_script_without_spaces_is_joined_without(self) -> None:
        assert texts_of("各自は箱から青い石を\n3個とり、\n袋に入れる。") == [
            "各自は箱から青い石を3個とり、袋に入れる。"
        ]

    def test_bullets_and_score_lines_are_sentences(self) -> None:
        text = (
            "Box\n- 12 cards, blue\n- a bag\n* 3 dice\n\n+3 +4 (one lost)\n+10\nSum 17"
        )
        assert texts_of(text) == [
            "Box",
            "- 12 cards, blue",
            "- a bag",
            "* 3 dice",
            "+3 +4 (one lost)",
            "+10",
            "Sum 17",
        ]

    def test_a_wrapped_bullet_is_one_sentence(self) -> None:
        text = "- the cards of all the players\n  who are still in\n1. Draw two. Stop."
        assert texts_of(text) == [
            "- the cards of all the players who are still in",
            "1. Draw two.",
            "Stop.",
        ]

    def test_short_lines_of_an_address_are_sentences(self) -> None:
        text = (
            "Write to us, please, whenever a question comes up.\n\nFlea Ltd\nHop Road 4"
        )
        assert texts_of(text)[1:] == ["Flea Ltd", "Hop Road 4"]

    def test_each_knows_its_place(self) -> None:
        text = (
            "A game of fleas.\n"
            "Setup\n"
            "Shuffle all the cards well and deal two of them. Begin.\n"
            "Put the rest aside, in a pile, for later in the game.\n"
            "\n"
            "■終わり\n"
            "札がなくなれば終わる。\n"
        )
        assert [(s.line, s.heading, s.place) for s in sentences(text)] == [
            (1, "", "Opening, 1, 1"),
            (2, "Setup", "Setup"),
            (3, "Setup", "Setup, 1, 1"),
            (3, "Setup", "Setup, 1, 2"),
            (4, "Setup", "Setup, 2, 1"),
            (6, "終わり", "終わり"),
            (7, "終わり", "終わり, 1, 1"),
        ]

    def test_the_line_is_where_the_sentence_starts(self) -> None:
        found = sentences("\n\nDeal two of the\ncards. Then\nbegin.\n")
        assert [s.line for s in found] == [3, 4]

    def test_a_lead_in_is_no_heading(self) -> None:
        text = (
            "The end\nThe game ends\nin one of two ways:\n- by a bust, or\n- at noon."
        )
        assert {s.heading for s in sentences(text)} <= {"", "The end"}

    def test_line_ends_and_a_byte_order_mark_do_not_matter(self) -> None:
        text = "Setup\n\nDeal two\ncards.\n- a bag\n\nPlay\n\nBegin."
        assert sentences("\ufeff" + text.replace("\n", "\r\n")) == sentences(text)
        assert sentences(text.replace("\n", "\r")) == sentences(text)

    @pytest.mark.parametrize(
        "text", ["(", ")(", "「(」)", "a (b.\nc", ".", "!?。", "1."]
    )
    def test_odd_brackets_and_stops_do_no_harm(self, text: str) -> None:
        assert "".join(squeeze(s.text) for s in sentences(text)) == squeeze(text)

    @given(st.text(st.sampled_from("aB7あ。 .!?\n\r()（）「」\"'-・+:、,■")))
    def test_no_letter_is_lost_or_moved(self, text: str) -> None:
        found = sentences(text)
        assert "".join(squeeze(s.text) for s in found) == squeeze(text)
        assert all(squeeze(s.text) for s in found)
        assert [s.line for s in found] == sorted(s.line for s in found)

    @given(st.text())
    def test_any_text_at_all_is_cut(self, text: str) -> None:
        assert all(digest(s.text) for s in sentences(text))
