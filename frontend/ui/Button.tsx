import type { ButtonHTMLAttributes } from 'react';
import { classes } from '../lib/classes';
import { buttonClass, type Look } from './buttonClass';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  wide?: boolean;
}

export function Button({ look = 'main', wide = false, type = 'button', className, ...rest }: Props) {
  return <button type={type} className={classes(buttonClass(look, wide), className)} {...rest} />;
}
