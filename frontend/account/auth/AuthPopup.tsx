import { type PointerEvent, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { AuthSection, AuthForms as Forms } from '../../generated/pages';
import { browser } from '../../lib/go';
import { useModalLayer } from '../../ui/useModalLayer';
import { AuthForms } from './AuthForms';
import styles from './AuthPopup.module.css';
import { fetchForms } from './authCalls';

const TITLE = 'auth-popup-title';

interface Props {
  forms: Forms;
  onClosed: () => void;
}

/** The forms above the page. It closes by its button, by a press beside it, and by Escape. */
export function AuthPopup({ forms, onClosed }: Props) {
  const dialog = useModalLayer();
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('form input:not([type="hidden"])')?.focus();
  }, [dialog]);
  const close = () => dialog.current?.close();
  /** Text that is selected from a field to beyond the popup's edge ends in a click there, which was not begun there. */
  const remember = (event: PointerEvent) => {
    pressed.current = event.target;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={styles.popup}
      aria-labelledby={TITLE}
      onPointerDown={remember}
      onClick={({ target }) => {
        if (target === dialog.current && pressed.current === target) close();
      }}
      onClose={onClosed}
      data-popup=""
    >
      <div className={styles.inner}>
        <div className={styles.corner}>
          <button type="button" className={styles.close} onClick={close} aria-label="Close">
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <AuthForms forms={forms} display="popup" heading="h2" titleId={TITLE} />
      </div>
    </dialog>
  );
}

/** Give the focus back to what had it; to the menu's button if that was in the menu of a phone, which has closed. */
function giveFocusBack(origin: Element | null): void {
  if (!(origin instanceof HTMLElement)) return;
  const menu = origin.closest<HTMLElement>('[popover]');
  origin.focus();
  if (menu && document.activeElement !== origin) {
    document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
  }
}

function fillEmail(section: AuthSection, email: string): AuthSection {
  const fill = <F extends { kind: string; value: string }>(field: F) =>
    field.kind === 'email' ? { ...field, value: email } : field;
  return { ...section, fields: section.fields.map(fill), profile: section.profile.map(fill) };
}

let isOpen = false;

/**
 * Open the popup with a section; its forms lead to `redirect`, and start with the email address. Who is logged in is
 * led to the account, or stays if `stays` says so. Throws ConnectionError.
 */
export async function openAuthPopup(section: string, redirect: string, email = '', stays = false): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  const origin = document.activeElement;
  const forms = await fetchForms(section, redirect).catch((error: unknown) => {
    isOpen = false;
    throw error;
  });
  if (!forms) {
    isOpen = false;
    if (!stays) browser.go('/my-source/');
    return;
  }
  const isThere = forms.sections.some(({ name }) => name === section);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onClosed = () => {
    isOpen = false;
    root.unmount();
    place.remove();
    giveFocusBack(origin);
  };
  const sections = email ? forms.sections.map((each) => fillEmail(each, email)) : forms.sections;
  const opened = { ...forms, sections, redirect, section: isThere ? section : forms.section };
  root.render(<AuthPopup forms={opened} onClosed={onClosed} />);
}
