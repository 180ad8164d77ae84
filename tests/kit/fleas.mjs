// The flea circus once more, written from the meaning of its rule values alone.
//
// It shares nothing with the Python engine but the notation of cards and moves, and
// is written for reading, not for speed: every pile is a list of names.

const ACTIONS = ["demand", "draw", "chain"];
const isAction = (card) => ACTIONS.includes(card);
const colourOf = (card) => card.slice(0, card.lastIndexOf("-"));
const numberOf = (card) => Number(card.slice(card.lastIndexOf("-") + 1));

/** Every rule value that this implementation knows; any other is refused. */
const KNOWN = {
  "turn.order": ["clockwise"],
  "turn.decline": ["never", "after-reveal", "any-time"],
  "reveal.limit": ["none"],
  "reveal.stops": ["duplicate-or-action"],
  "take.count": ["one", "one-or-all"],
  "take.without_reveal": ["yes", "no"],
  "bust.on": ["colour", "number"],
  "bust.loses": ["new-card", "cards-of-this-turn", "whole-display"],
  "bust.forbids": ["take-trio-gala"],
  "bust.hand": ["kept", "half-from-ten"],
  "trio.cards": ["three-from-hand"],
  "trio.larger": ["no", "by-the-card"],
  "trio.timing": ["any-time", "before-take", "after-take"],
  "trio.per_turn": ["any-number"],
  "trio.returns": ["never"],
  "trio.unlaid": ["worth-nothing"],
  "action.duty": ["compulsory-then-discarded"],
  "action.ends_turn": ["yes", "no"],
  "demand.request": ["opponent-picks", "colour-of-opponent", "colour-and-direction"],
  "demand.pick": ["giver", "random"],
  "demand.shown": ["to-all", "to-the-two"],
  "draw.shown": ["to-all", "to-the-two"],
  "demand.unmet": ["trios-may-follow", "turn-ends"],
  "empty_hand": ["gives-nothing"],
  "chain.stop": ["at-duplicate", "at-will"],
  "chain.duplicate": ["discarded", "takeable"],
  "chain.action": ["replaces", "discarded"],
  "chain.take": ["compulsory", "optional"],
  "chain.deck_out": ["ends-at-once", "take-then-end"],
  "deck_out.last_turn": ["completed", "cut-short"],
  "gala.allowed": ["yes", "no"],
  "gala.hand": ["every-colour-in-hand"],
  "gala.call": ["voluntary-at-turn-end"],
  "gala.bonus_to": ["caller"],
  "score.hand": ["highest-per-colour", "every-card", "caller-counts-all"],
  "win.by": ["highest-total"],
  "tie.winner": ["shared", "none"],
};
const MEASURES = [
  "players.least", "players.most", "deck.colours", "deck.highest", "deck.demands",
  "deck.draws", "deck.chains", "start.seat", "trio.points", "gala.bonus",
];

/** Refuse rules that this implementation does not know. */
export function checkRules(rules) {
  for (const [id, value] of Object.entries(rules)) {
    const known = KNOWN[id];
    if (known ? !known.includes(value) : !MEASURES.includes(id)) {
      throw new Error(`no answer is known here to ${id}: ${value}`);
    }
  }
}

/** Return the points of each seat and the winners, from the cards alone. */
export function score(rules, { seats, hands, trios, caller }) {
  const scores = {};
  for (const seat of seats) {
    const every =
      rules["score.hand"] === "every-card" ||
      (rules["score.hand"] === "caller-counts-all" && seat === caller);
    const best = new Map();
    let points = 0;
    for (const card of hands[seat]) {
      points += numberOf(card);
      const before = best.get(colourOf(card)) ?? 0;
      best.set(colourOf(card), Math.max(before, numberOf(card)));
    }
    if (!every) points = [...best.values()].reduce((sum, number) => sum + number, 0);
    for (const trio of trios[seat]) {
      points += rules["trio.points"] * (trio.length > 3 ? trio.length : 1);
    }
    if (seat === caller) points += rules["gala.bonus"];
    scores[seat] = points;
  }
  const most = Math.max(...Object.values(scores));
  const leaders = seats.filter((seat) => scores[seat] === most);
  const nobody = leaders.length > 1 && rules["tie.winner"] === "none";
  return { scores, winners: nobody ? [] : leaders };
}

/** All ways to pick some of a list, in the list's order. */
function picks(list, count) {
  if (count === 0) return [[]];
  return list.flatMap((first, place) =>
    picks(list.slice(place + 1), count - 1).map((rest) => [first, ...rest]));
}

/** A table at which the flea circus is played. */
export class Table {
  constructor(rules, line) {
    const { seats, given, start } = line;
    this.rules = rules;
    this.seats = seats;
    this.deck = [...start.deck];
    this.display = [...start.display];
    this.discard = [...start.discard];
    this.hands = {};
    this.trios = {};
    for (const seat of seats) {
      this.hands[seat] = [...start.hands[seat]];
      this.trios[seat] = start.trios[seat].map((trio) => [...trio]);
    }
    this.active = seats.indexOf(given.turn ?? seats[0]);
    this.passes = 0;
    this.caller = null;
    this.endedBy = null;
    this.shown = [];
    this.beginTurn();
    if (given.gala !== undefined) {
      this.active = seats.indexOf(given.gala);
      this.callGala();
    } else if (given.over) {
      this.endBy("deck");
    } else {
      this.openMain();
    }
  }

  is(id, value) {
    return this.rules[id] === value;
  }

  get seat() {
    return this.seats[this.active];
  }

  get hand() {
    return this.hands[this.seat];
  }

  /** The other seats, clockwise from the active one. */
  get others() {
    const after = this.seats.slice(this.active + 1);
    return [...after, ...this.seats.slice(0, this.active)];
  }

  // ------------------------------------------------------------- what is asked

  get decider() {
    if (this.asks === "over") return "nobody";
    if (this.asks === "give") return this.byChance ? "chance" : this.giver;
    return this.seat;
  }

  get moves() {
    const takes = this.display.map((card) => `take ${card}`);
    switch (this.asks) {
      case "over":
        return [];
      case "main": {
        const moves = this.is("trio.timing", "after-take") ? [] : this.trioMoves();
        if (this.deck.length) moves.push("reveal");
        const mustReveal =
          this.is("take.without_reveal", "no") && this.deck.length && !this.turned.length;
        if (!mustReveal) {
          moves.push(...takes);
          if (this.is("take.count", "one-or-all") && takes.length > 1) {
            moves.push("take all");
          }
        }
        if (
          this.is("turn.decline", "any-time") ||
          (this.is("turn.decline", "after-reveal") && this.turned.length)
        ) {
          moves.push("decline");
        }
        return moves;
      }
      case "after":
        return [...this.closing(), "end"];
      case "demand":
        switch (this.rules["demand.request"]) {
          case "opponent-picks":
            return this.others.map((seat) => `demand from ${seat}`);
          case "colour-of-opponent":
            return this.others.flatMap((seat) =>
              this.rules["deck.colours"].map((colour) => `demand ${colour} from ${seat}`));
          default:
            return ["clockwise", "counter-clockwise"].flatMap((way) =>
              this.rules["deck.colours"].map((colour) => `demand ${colour} ${way}`));
        }
      case "draw":
        return this.others.map((seat) => `draw from ${seat}`);
      case "give":
        return this.wanted.map((card) => (this.byChance ? card : `give ${card}`));
      case "chain":
        return ["reveal", "stop"];
      case "chain-take":
        if (this.duplicate) takes.push(`take ${this.duplicate}`);
        if (this.is("chain.take", "optional")) takes.push("decline");
        return takes;
      case "halve":
        return this.hand.map((card) => `discard ${card}`);
      default:
        throw new Error(`nothing is asked: ${this.asks}`);
    }
  }

  /** The trios that the hand allows, whatever the moment. */
  trioMoves() {
    const moves = [];
    for (let number = 0; number <= this.rules["deck.highest"]; number++) {
      const held = this.hand.filter((card) => numberOf(card) === number);
      const place = (card) => this.rules["deck.colours"].indexOf(colourOf(card));
      held.sort((a, b) => place(a) - place(b));
      if (held.length === 3) {
        moves.push(`trio ${number}`);
      } else if (held.length > 3) {
        const most = this.is("trio.larger", "by-the-card") ? held.length : 3;
        for (let count = 3; count <= most; count++) {
          moves.push(...picks(held, count).map((cards) => `trio ${cards.join(" ")}`));
        }
      }
    }
    return moves;
  }

  /** What may follow the take: trios where it is their time, and the gala. */
  closing() {
    const tooLate = this.is("trio.timing", "before-take") && !this.skipped;
    const moves = tooLate ? [] : this.trioMoves();
    const colours = new Set(this.hand.map(colourOf));
    if (this.is("gala.allowed", "yes") && colours.size === this.rules["deck.colours"].length) {
      moves.push("gala");
    }
    return moves;
  }

  // ------------------------------------------------------------- the turn

  beginTurn() {
    this.turned = [];
    this.acted = false;
    this.action = null;
    this.duplicate = null;
    this.giver = null;
    this.skipped = false;
  }

  openMain() {
    this.asks = "main";
    if (!this.deck.length && !this.display.length) {
      this.skipped = true;
      this.windUp();
    }
  }

  windUp() {
    this.asks = "after";
    if (!this.closing().length) this.passOn();
  }

  passOn() {
    if (!this.deck.length) return this.endBy("deck");
    this.passes = this.acted || this.turned.length ? 0 : this.passes + 1;
    if (this.passes === this.seats.length) return this.endBy("passes");
    this.active = (this.active + 1) % this.seats.length;
    this.beginTurn();
    return this.openMain();
  }

  endBy(way) {
    this.discardAction();
    this.endedBy = way;
    this.asks = "over";
  }

  callGala() {
    this.caller = this.seat;
    this.endBy("gala");
  }

  discardAction() {
    if (this.action) this.discard.push(this.action);
    this.action = null;
  }

  /** Whether the last card has just been turned and ends the game at once. */
  get cutShort() {
    return !this.deck.length && this.is("deck_out.last_turn", "cut-short");
  }

  isDuplicate(card) {
    const of = this.is("bust.on", "colour") ? colourOf : numberOf;
    return this.display.some((other) => of(other) === of(card));
  }

  turnUp() {
    const card = this.deck.shift();
    this.turned.push(card);
    return card;
  }

  // ------------------------------------------------------------- what moves do

  /** Make a move; it must be one of `moves`. */
  make(move) {
    if (!this.moves.includes(move)) throw new Error(`${move} is not legal`);
    this.shown = [];
    const [verb, ...words] = move.split(" ");
    switch (verb) {
      case "reveal":
        return this.asks === "chain" ? this.runChain(true) : this.reveal();
      case "take":
        return this.take(words[0]);
      case "decline":
        return this.asks === "chain-take" ? this.finish() : this.windUp();
      case "stop":
        return this.askTake(null);
      case "trio":
        return this.layTrio(words);
      case "gala":
        return this.callGala();
      case "end":
        return this.passOn();
      case "demand":
        return this.demand(words);
      case "draw":
        return this.askFor(words[1], null, true);
      case "give":
        return this.handOver(words[0]);
      case "discard":
        return this.halve(words[0]);
      default:
        return this.handOver(verb);
    }
  }

  reveal() {
    const card = this.turnUp();
    if (isAction(card)) return this.follow(card);
    if (this.isDuplicate(card)) return this.bust(card);
    this.display.push(card);
    return this.cutShort ? this.endBy("deck") : undefined;
  }

  bust(card) {
    this.discard.push(card);
    const lost = this.display.filter((shown) =>
      this.is("bust.loses", "whole-display") ||
      (this.is("bust.loses", "cards-of-this-turn") && this.turned.includes(shown)));
    this.display = this.display.filter((shown) => !lost.includes(shown));
    this.discard.push(...lost);
    if (this.is("bust.hand", "half-from-ten") && this.hand.length >= 10) {
      this.owed = Math.floor(this.hand.length / 2);
      this.asks = "halve";
      return;
    }
    this.passOn();
  }

  halve(card) {
    this.remove(this.hand, card);
    this.discard.push(card);
    this.owed -= 1;
    if (!this.owed) this.passOn();
  }

  take(card) {
    this.acted = true;
    if (card === "all") {
      this.hand.push(...this.display.splice(0));
      return this.windUp();
    }
    if (card === this.duplicate) this.duplicate = null;
    else this.remove(this.display, card);
    this.hand.push(card);
    return this.asks === "chain-take" ? this.finish() : this.windUp();
  }

  layTrio(words) {
    const cards = words.length > 1
      ? words
      : this.hand.filter((card) => numberOf(card) === Number(words[0]));
    for (const card of cards) this.remove(this.hand, card);
    this.trios[this.seat].push(cards);
    this.acted = true;
    return this.asks === "after" ? this.windUp() : undefined;
  }

  remove(pile, card) {
    const place = pile.indexOf(card);
    if (place < 0) throw new Error(`${card} is not where it should be`);
    pile.splice(place, 1);
  }

  // ------------------------------------------------------------- action cards

  follow(action) {
    this.action = action;
    this.acted = true;
    if (this.cutShort) return this.endBy("deck");
    if (action === "chain") return this.runChain(false);
    if (this.others.every((seat) => !this.hands[seat].length)) return this.unmet();
    this.asks = action;
    return undefined;
  }

  /** The action is done: its card and a duplicate that was left are discarded. */
  finish() {
    this.discardAction();
    if (this.duplicate) this.discard.push(this.duplicate);
    this.duplicate = null;
    this.giver = null;
    return this.is("action.ends_turn", "yes") ? this.windUp() : this.openMain();
  }

  unmet() {
    if (this.action === "demand" && this.is("demand.unmet", "turn-ends")) {
      this.discardAction();
      return this.passOn();
    }
    return this.finish();
  }

  demand(words) {
    if (this.is("demand.request", "opponent-picks")) {
      return this.askFor(words[1], null, false);
    }
    const random = this.is("demand.pick", "random");
    const colour = words[0];
    if (this.is("demand.request", "colour-of-opponent")) {
      return this.askFor(words[2], colour, random);
    }
    const round = words[1] === "clockwise" ? this.others : this.others.reverse();
    const holder = round.find((seat) =>
      this.hands[seat].some((card) => colourOf(card) === colour));
    return holder ? this.askFor(holder, colour, random) : this.unmet();
  }

  askFor(giver, colour, byChance) {
    this.giver = giver;
    this.byChance = byChance;
    this.wanted = this.hands[giver].filter((card) => !colour || colourOf(card) === colour);
    if (!this.wanted.length) return this.unmet();
    if (this.wanted.length === 1) return this.handOver(this.wanted[0]);
    this.asks = "give";
    return undefined;
  }

  handOver(card) {
    this.remove(this.hands[this.giver], card);
    this.hand.push(card);
    if (this.is(`${this.action}.shown`, "to-all")) this.shown = [card];
    return this.finish();
  }

  runChain(agreed) {
    while (this.deck.length) {
      if (this.is("chain.stop", "at-will") && !agreed) {
        this.asks = "chain";
        return undefined;
      }
      agreed = false;
      const card = this.turnUp();
      if (isAction(card)) {
        if (this.is("chain.action", "replaces")) {
          this.discardAction();
          return this.follow(card);
        }
        this.discard.push(card);
      } else if (this.isDuplicate(card)) {
        if (this.is("chain.duplicate", "takeable") && !this.cutShort) {
          return this.askTake(card);
        }
        this.discard.push(card);
        return this.cutShort ? this.endBy("deck") : this.askTake(null);
      } else {
        this.display.push(card);
      }
      if (this.cutShort) return this.endBy("deck");
    }
    if (this.is("chain.deck_out", "ends-at-once")) return this.endBy("chain");
    return this.askTake(null);
  }

  askTake(duplicate) {
    this.duplicate = duplicate;
    if (!duplicate && !this.display.length) return this.finish();
    this.asks = "chain-take";
    return undefined;
  }

  // ------------------------------------------------------------- what is told

  /** The state in the words of a kit. */
  told() {
    const { seats, hands, trios, caller } = this;
    const circus = [
      ...this.deck, ...this.display, ...this.discard,
      ...Object.values(hands).flat(), ...Object.values(trios).flat(2),
      ...[this.action, this.duplicate].filter((card) => card),
    ];
    const contents = { circus: circus.filter((card) => !isAction(card)).length };
    for (const kind of ACTIONS) {
      contents[kind] = circus.filter((card) => card === kind).length;
    }
    return {
      turn: this.decider,
      moves: this.moves,
      over: this.asks === "over",
      ended_by: this.endedBy,
      ...score(this.rules, { seats, hands, trios, caller }),
      deck: this.deck,
      display: this.display,
      discard: this.discard,
      hands,
      trios,
      shown: this.shown,
      contents,
    };
  }
}
