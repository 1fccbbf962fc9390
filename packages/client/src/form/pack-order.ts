// The order in which bundlers meet the modules of this entry: see ../pack-order.ts. Written by
// `npm run pack-order`; nothing but sizes depends on it.
// biome-ignore-all assist/source/organizeImports: the order is what this file is for.
import "./drawn.ts";
import "./label.ts";
import "./parse-json.ts";
import "./sentences.ts";
import "./expand-schema.ts";
import "./options.ts";
import "./slot.ts";
import "./field-kind.ts";
import "./union.ts";
import "./field-tree.ts";
import "./parse-text.ts";
import "./to-value.ts";
import "./drawing.ts";
import "./change-parts.ts";
import "./form-state.ts";
import "./field-props.ts";
import "./snapshot.ts";
import "./choices.ts";
import "./open-form.ts";
import "./create-form.ts";
