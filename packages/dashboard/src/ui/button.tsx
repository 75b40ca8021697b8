import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

export interface ButtonLook {
  readonly kind?: ButtonKind | undefined;
  readonly isSmall?: boolean | undefined;
}

export function buttonClass({ kind = 'plain', isSmall = false }: ButtonLook, isIcon = false): string {
  return classNames(styles['button'], styles[kind], isSmall && styles['small'], isIcon && styles['icon']);
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  readonly icon?: IconName | undefined;
  /** While true, the button shows progress, ignores clicks and keeps the focus. */
  readonly isBusy?: boolean | undefined;
  readonly children: ReactNode;
}

export function Button({ kind, isSmall, icon, isBusy = false, children, onClick, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, isSmall })}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <span className={styles['spinner']} aria-hidden="true" /> : icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'>, ButtonLook {
  readonly icon: IconName;
  /** The accessible name, which is also the tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, kind = 'quiet', isSmall, ...rest }: IconButtonProps): ReactElement {
  return (
    <button type="button" {...rest} className={buttonClass({ kind, isSmall }, true)} aria-label={label} title={label}>
      <Icon name={icon} size={17} />
    </button>
  );
}
