// The order in which bundlers meet the modules of this entry: see ../pack-order.ts. Written by
// `npm run pack-order`; nothing but sizes depends on it.
// biome-ignore-all assist/source/organizeImports: the order is what this file is for.
import "./field-tree.ts";
