/** What the search box is, with suggestions and without. */
export const SEARCH_INPUT = {
  type: 'search',
  name: 's',
  placeholder: 'Search wines, growers, regions',
  maxLength: 100,
  autoComplete: 'off',
  enterKeyHint: 'search',
} as const;
