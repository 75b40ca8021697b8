import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactElement } from 'react';
import { buttonClass, type ButtonLook } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface LookProps extends Omit<ComponentProps<'a'>, 'className'>, ButtonLook {
  readonly icon?: IconName | undefined;
}

function ButtonAnchor({ kind, isSmall, icon, children, ...rest }: LookProps): ReactElement {
  return (
    <a {...rest} className={buttonClass({ kind, isSmall })}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </a>
  );
}

const RoutedAnchor = createLink(ButtonAnchor);

/** A link that looks like a button, so that it can be opened in another tab. */
export const LinkButton: LinkComponent<typeof ButtonAnchor> = (props) => <RoutedAnchor preload="intent" {...props} />;

/** A link to an address outside the dashboard, with the look of a button. */
export function AnchorButton(props: LookProps & { readonly href: string }): ReactElement {
  return <ButtonAnchor {...props} />;
}
