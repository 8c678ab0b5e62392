/** Style of the documentation page, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8884; }
th[scope=row] { font-weight: normal; }
pre { overflow-x: auto; padding: 0.8rem; background: #8882; }
`;
