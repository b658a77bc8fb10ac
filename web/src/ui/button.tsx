import { Link } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** `dial` is only for actions that place calls; there is one `primary` button per view. */
export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger' | 'danger fill' | 'dial'

interface Look {
  kind?: ButtonKind
  icon?: IconName
  small?: boolean
  /** Shortcut shown next to the label on wide screens. */
  keys?: string
  children?: ReactNode
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Whether a request is in progress. */
  busy?: boolean
}

const classOf = (kind: ButtonKind, small: boolean, iconOnly: boolean, extra: string) =>
  `btn ${kind === 'plain' ? '' : kind} ${small ? 'sm' : ''} ${iconOnly ? 'icon' : ''} ${extra}`

function Inside({ icon, small, keys, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} small={small || children !== undefined} />}
      {children}
      {keys && <kbd className="wide-only">{keys}</kbd>}
    </>
  )
}

export function Button({
  kind = 'plain',
  icon,
  small = false,
  keys,
  busy,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classOf(kind, small, children === undefined, className)}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    >
      <Inside {...(icon ? { icon } : {})} small={small} {...(keys ? { keys } : {})}>
        {children}
      </Inside>
    </button>
  )
}

interface ButtonLinkProps extends Look {
  to: string
  className?: string
  'aria-label'?: string
}

export function ButtonLink({
  kind = 'plain',
  icon,
  small = false,
  keys,
  to,
  children,
  className = '',
  ...rest
}: ButtonLinkProps) {
  return (
    <Link to={to} className={classOf(kind, small, children === undefined, className)} {...rest}>
      <Inside {...(icon ? { icon } : {})} small={small} {...(keys ? { keys } : {})}>
        {children}
      </Inside>
    </Link>
  )
}
