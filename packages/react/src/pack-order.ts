// The order in which bundlers meet the modules of this package and the client's forms, so that what
// resembles each other lies close together and packs well. Written by `npm run pack-order`; nothing but
// sizes depends on it.
// biome-ignore-all assist/source/organizeImports: the order is what this file is for.
"use client";
import "./messages.ts";
