const CODES =
  'AD AE AR AT AU BE BG BR CA CH CL CN CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GE GI GR HK HR HU ID IE IL IN IS IT JM JP KE KR LI LT LU LV MA MC MD MT MX MY NL NO NZ PA PE PH PL PR PT PY RO RS SA SE SG SI SK SM TH TN TR TW UA US UY VN ZA';

/** A labelled list of countries, named in the page's language. */
export function countrySelect(id: string, codes = CODES): { row: HTMLElement; select: HTMLSelectElement } {
  const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'region' });
  const countries = codes.split(' ').map((code) => ({ code, name: names.of(code) ?? code }));
  countries.sort((one, other) => one.name.localeCompare(other.name));
  const { row, select } = labelledSelect(
    id,
    'Country',
    countries.map(({ code, name }) => new Option(name, code)),
  );
  select.autocomplete = 'billing country';
  select.value = '';
  return { row, select };
}

export function labelledSelect(
  id: string,
  text: string,
  options: HTMLOptionElement[],
): { row: HTMLElement; select: HTMLSelectElement } {
  const select = document.createElement('select');
  select.id = id;
  select.className = 'Input';
  select.append(...options);
  const label = document.createElement('label');
  label.htmlFor = select.id;
  label.className = 'Label';
  label.textContent = text;
  const row = document.createElement('div');
  row.className = 'Field';
  row.append(label, select);
  return { row, select };
}
