const CODES =
  'AD AE AR AT AU BE BG BR CA CH CL CN CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GE GI GR HK HR HU ID IE IL IN IS IT JM JP KE KR LI LT LU LV MA MC MD MT MX MY NL NO NZ PA PE PH PL PR PT PY RO RS SA SE SG SI SK SM TH TN TR TW UA US UY VN ZA';

/** A labelled list of countries, named in the page's language. */
export function countrySelect(): { row: HTMLElement; select: HTMLSelectElement } {
  const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'region' });
  const select = document.createElement('select');
  select.id = 'country';
  select.className = 'Input';
  select.autocomplete = 'billing country';
  const countries = CODES.split(' ').map((code) => ({ code, name: names.of(code) ?? code }));
  countries.sort((one, other) => one.name.localeCompare(other.name));
  select.append(...countries.map(({ code, name }) => new Option(name, code)));
  select.value = '';
  const label = document.createElement('label');
  label.htmlFor = select.id;
  label.className = 'Label';
  label.textContent = 'Country';
  const row = document.createElement('div');
  row.className = 'Field';
  row.append(label, select);
  return { row, select };
}
