// SPDX-License-Identifier: GPL-3.0-or-later
// A work: {variant, position, rest, line, name, composer, record}. With `rest` the position is
// without what is the defender's since it is nobody else's. `record`: the KIF it was opened with, or "".
import { ownerOf, readGame, readSfen } from "./board.js";
import { defenderOf, spareOf } from "./editor.js";

// Whether two works differ at most in what is said of them.
export const isSameBoard = (one, other) =>
  ["variant", "position", "rest", "line"].every((part) => one[part] === other[part]);

const gameOf = (games, variant) => readGame(games.find((one) => one.id === variant));

// A position as it came: the defender's hand becomes the rest where it is all of it, or nothing.
export function opened(games, { variant, sfen, line = [], name = "", composer = "", record = "" }) {
  const game = gameOf(games, variant),
    position = readSfen(game, sfen);
  const defender = defenderOf(position),
    spare = spareOf(position),
    held = position.hands[defender];
  const left = game.order.some((kind) => spare[kind] > 0),
    has = Object.values(held).some((n) => n > 0);
  const hasKing = position.board.some(
    (piece) => piece && piece.toUpperCase() === game.king && ownerOf(piece) !== defender,
  );
  const rest = !hasKing && (!left || !has);
  if (rest) position.hands[defender] = {};
  return { variant, position, rest, line, name, composer, record };
}

// A board with the king to be mated alone.
export function emptyWork(games, variant) {
  const game = gameOf(games, variant),
    board = new Array(game.files * game.ranks).fill("");
  board[Math.floor(game.files / 2)] = game.king.toLowerCase();
  return {
    variant,
    position: { game, board, hands: [{}, {}], side: 0 },
    rest: true,
    line: [],
    name: "",
    composer: "",
    record: "",
  };
}
