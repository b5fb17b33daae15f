// @ts-check
/** Finished games in this browser: how many were won, and what choices gave away. */
import { button, el, share, shared, show } from "./frame.js";
import { decimal, many, numeral, t } from "./words.js";

/** Of finished games the last hundred are kept. */
const MOST = 100;

/** @param {string} name of the game and its rules */
export function tally(name) {
  const key = `${name}-results`;
  const games = () => shared(key).filter((each) => [each?.game, each?.won, each?.lost].every(Number.isFinite));
  return {
    /** Note how a game ended; if it is taken back and ends again, its first end counts. @param {number} game
     *  @param {number} won 1, one half for a draw, or 0 @param {number} lost wins in 100 that choices gave away */
    note(game, won, lost) {
      if (!games().some((each) => each.game === game)) share(key, [...games(), { game, won, lost }].slice(-MOST));
    },
    /** What has been noted, from the second game on. */
    shown() {
      const all = games(), place = el("p");
      if (all.length < 2) return null;
      const sum = (/** @type {"won"|"lost"} */ what) => all.reduce((total, each) => total + each[what], 0);
      const drawn = all.some((each) => each.won === 0.5) ? t` (a draw counts half)` : "";
      show(place, t`In this browser you have won ${numeral(sum("won"))} of ${many(all.length, t`game`)}${drawn}. Your choices gave away ${decimal(sum("lost") / all.length, 1)} wins in 100 per game.`, " ",
        button(t`Forget these games`, () => { share(key, []); show(place); }));
      return place;
    },
  };
}
