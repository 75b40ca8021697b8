import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

export function Menu({
  trigger,
  side = 'bottom',
  align = 'end',
  isOpenAtFirst = false,
  children,
}: MenuProps): ReactElement {
  return (
    <Base.Root defaultOpen={isOpenAtFirst}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles['positioner']} side={side} align={align} sideOffset={6}>
          <Base.Popup className={styles['popup']}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, isDanger, onSelect, children }: MenuItemProps): ReactElement {
  return (
    <Base.Item className={styles['item']} data-danger={isDanger ? '' : undefined} onClick={onSelect}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Base.Item>
  );
}

export interface MenuChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string; readonly icon?: IconName }[];
  readonly onChange: (value: T) => void;
}

export function MenuChoice<T extends string>({ label, value, choices, onChange }: MenuChoiceProps<T>): ReactElement {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.GroupLabel className={styles['label']}>{label}</Base.GroupLabel>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} className={styles['item']} closeOnClick>
          {choice.icon && <Icon name={choice.icon} size={16} />}
          {choice.label}
          <Base.RadioItemIndicator className={styles['mark']}>
            <Icon name="check" size={15} />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuSeparator(): ReactElement {
  return <Base.Separator className={styles['separator']} />;
}
