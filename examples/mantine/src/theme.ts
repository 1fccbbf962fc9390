import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from "@mantine/core";

export const theme: MantineThemeOverride = createTheme({
  primaryColor: "indigo",
  // The default shades have less contrast than text needs.
  primaryShade: { light: 8, dark: 8 },
});

/** Hints and faults that can be read: 4.5 to 1 at least. */
export const readable: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": colors.gray[7],
    "--mantine-color-error": colors.red[9],
    "--mantine-color-placeholder": colors.gray[7],
  },
  dark: {
    "--mantine-color-dimmed": colors.dark[1],
    "--mantine-color-error": colors.red[4],
    "--mantine-color-placeholder": colors.dark[1],
    "--mantine-color-anchor": colors.indigo[3],
  },
});
