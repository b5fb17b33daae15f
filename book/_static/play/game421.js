// @ts-check
/** The page of 421. */
import { el, loadTable, start } from "./frame.js";

start("play-game421", async (root) => {
  const table = await loadTable("game421", 1);
  root.append(el("p", {}, `The table for ${table.rules.dice} dice is here.`));
});
