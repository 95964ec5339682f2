import { type PointerEvent, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { AuthForms as Forms } from '../../generated/pages';
import { browser } from '../../lib/go';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('form input:not([type="hidden"])')?.focus();
    return () => element?.close();
  }, []);
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

let isOpen = false;

/** Open the popup with a section; its forms lead to `redirect`. Throws ConnectionError. */
export async function openAuthPopup(section: string, redirect: string): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  const origin = document.activeElement;
  const forms = await fetchForms(section, redirect).catch((error: unknown) => {
    isOpen = false;
    throw error;
  });
  if (!forms) {
    browser.go('/my-source/');
    return;
  }
  const isThere = forms.sections.some(({ name }) => name === section);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onClosed = () => {
    isOpen = false;
    root.unmount();
    place.remove();
    if (origin instanceof HTMLElement) origin.focus();
  };
  const opened = { ...forms, redirect, section: isThere ? section : forms.section };
  root.render(<AuthPopup forms={opened} onClosed={onClosed} />);
}
