import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

/** How far an arrow key moves a zoomed picture, in percent of its size. */
const STEP = 12;

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export interface Zoom {
  /** Whether the large picture is wider than its frame. */
  offered: boolean;
  on: boolean;
  toggle: (event?: PointerEvent | { clientX: number; clientY: number }) => void;
  off: () => void;
  /** Move the zoomed picture by an arrow key; false for any other key. */
  move: (key: string) => boolean;
  hover: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
}

/** Zoom into the picture in a frame: under the mouse, by a click or tap, by a button and then the arrow keys. */
export function useZoom(frame: RefObject<HTMLElement | null>, largestWidth: number): Zoom {
  const [on, setOn] = useState(false);
  const offered = useWiderThan(frame, largestWidth);

  const look = (x: number, y: number) => {
    const style = frame.current?.style;
    style?.setProperty('--zoom-x', `${clamp(x)}%`);
    style?.setProperty('--zoom-y', `${clamp(y)}%`);
    style?.setProperty('--zoom', String(Math.max(2, largestWidth / (frame.current?.clientWidth || largestWidth))));
  };
  const lookAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) look(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
  };
  const current = (name: string) => Number.parseFloat(frame.current?.style.getPropertyValue(name) || '50');
  return {
    offered,
    on: on && offered,
    toggle: (at) => {
      if (at) lookAt(at);
      else look(50, 50);
      setOn(!on);
    },
    off: () => setOn(false),
    move: (key) => {
      const [x, y] = MOVES[key] ?? [0, 0];
      if (x || y) look(current('--zoom-x') + x, current('--zoom-y') + y);
      return x !== 0 || y !== 0;
    },
    hover: {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'mouse') return;
        lookAt(event);
        setOn(true);
      },
      onPointerMove: (event) => {
        if (on) lookAt(event);
      },
      onPointerLeave: (event) => {
        if (event.pointerType === 'mouse') setOn(false);
      },
    },
  };
}

function clamp(percent: number): number {
  return Math.min(Math.max(percent, 0), 100);
}

function useWiderThan(frame: RefObject<HTMLElement | null>, width: number): boolean {
  const [wider, setWider] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWider(width > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, width]);
  return wider;
}
