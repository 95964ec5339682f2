import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useMemo, useState } from 'react';
import { browser } from '../lib/go';
import { useTypedText } from '../ui/fields/typedText';
import { useUnmountOnClose } from '../ui/fields/useUnmountOnClose';
import box from './SearchBox.module.css';
import styles from './SearchSuggest.module.css';
import { SEARCH_INPUT } from './searchInput';
import { createSearch, type Group, type Suggestion } from './suggestions';

/**
 * The search box with suggestions: a combobox in the place of the plain input. The list stands in the form itself: the
 * library's popup would hide the rest of the page from screen readers, though the focus can go there.
 */
export default function SearchSuggest({ id }: { id: string }) {
  const { input, typed } = useTypedText(id);
  const [groups, setGroups] = useState<Group[]>([]);
  const [status, setStatus] = useState('');
  const search = useMemo(
    () =>
      createSearch((text, results) => {
        setGroups(results);
        setStatus(text.length > 1 ? statusText(results) : '');
      }),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of the plain input
  useEffect(() => {
    if (typed.focused) search(typed.text);
  }, []);
  const open = groups.length > 0;
  const actions = useUnmountOnClose(open);
  const close = () => search('');
  return (
    <Autocomplete.Root
      items={groups}
      defaultValue={typed.text}
      open={open}
      actionsRef={actions}
      onOpenChange={(opens, { reason }) => {
        if (!opens) close();
        else if (reason === 'list-navigation') search(input.current?.value ?? '');
      }}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') search(text);
      }}
      itemToStringValue={({ label }: Suggestion) => label}
      filter={null}
    >
      <Autocomplete.Input ref={input} id={id} className={box.input} {...SEARCH_INPUT} onBlur={close} />
      <span className={styles.status} role="status">
        {status}
      </span>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
        <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
          <Autocomplete.List aria-label="Suggestions" className={styles.list}>
            {(group: Group) => (
              <Autocomplete.Group key={group.label} items={group.items} className={styles.group}>
                {group.label && (
                  <Autocomplete.GroupLabel className={styles.label}>{group.label}</Autocomplete.GroupLabel>
                )}
                <Autocomplete.Collection>
                  {(item: Suggestion) => (
                    <Autocomplete.Item
                      key={item.url}
                      value={item}
                      className={styles.item}
                      onClick={() => browser.go(item.url)}
                    >
                      <Content item={item} plain={!group.label} />
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
      )}
    </Autocomplete.Root>
  );
}

function Content({ item, plain }: { item: Suggestion; plain: boolean }) {
  if (plain) return <span className={styles.all}>{item.label}</span>;
  return (
    <>
      {item.thumb && <img className={styles.thumb} src={item.thumb} alt="" width={36} height={48} />}
      <span className={styles.words}>
        <span className={styles.name}>{item.label}</span>
        {item.detail && <span className={styles.detail}>{item.detail}</span>}
      </span>
      {item.price && <span className={styles.price}>{item.price}</span>}
    </>
  );
}

function statusText(groups: Group[]): string {
  const number = groups.filter(({ label }) => label).reduce((sum, { items }) => sum + items.length, 0);
  if (number === 0) return 'No suggestions';
  return number === 1 ? '1 suggestion' : `${number} suggestions`;
}
