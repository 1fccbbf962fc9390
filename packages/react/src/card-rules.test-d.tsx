import { defineInterrupt, type FieldError } from "@holdpoint/client";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createCardRule, defaultMessages, type Messages } from "./index.ts";
import { germanMessages } from "./messages/de.ts";

const rating = defineInterrupt({
  reason: "rating",
  response: z.object({ stars: z.number() }),
  metadata: z.object({ film: z.string() }),
});

test("a card of a definition answers in its types", () => {
  createCardRule(rating, ({ answer, metadata }) => {
    expectTypeOf(metadata).toEqualTypeOf<{ film: string } | undefined>();
    expectTypeOf(answer({ stars: 5 })).toEqualTypeOf<readonly FieldError[]>();
    // @ts-expect-error a text is no number of stars
    answer({ stars: "five" });
    return null;
  });
});

test("a language is complete by its type", () => {
  expectTypeOf(germanMessages).toEqualTypeOf<Messages>();
  // @ts-expect-error this one has a single sentence
  const partial: Messages = { panelTitle: "Ihre Entscheidung" };
  expectTypeOf(defaultMessages).toEqualTypeOf(partial);
});
