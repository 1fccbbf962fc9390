import { type Context, createContext, useContext } from "react";
import { type PanelWords, panelWords } from "./words.ts";

export const WordsContext: Context<PanelWords> = createContext(panelWords);

/** The words of the inspector around this part. */
export const useInspectorWords = (): PanelWords => useContext(WordsContext);
