/** The word lists of zxcvbn-ts one by one: together they are three times as large. */
declare module '@zxcvbn-ts/language-en/dist/*' {
  const words: string[];
  export default words;
}

declare module '@zxcvbn-ts/language-common/dist/passwords.json.mjs' {
  const words: string[];
  export default words;
}

declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const graphs: Record<string, Record<string, (string | null)[]>>;
  export default graphs;
}
