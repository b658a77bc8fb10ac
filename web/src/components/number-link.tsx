/** A link to the page of a number. The number is in the history state, because no address may contain one. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'

export const numberState = (number: string) => ({ number }) as never

export function NumberLink({
  number,
  className = 'link',
  children,
}: {
  number: string
  className?: string
  children: ReactNode
}) {
  return (
    <Link to={paths.number} state={numberState(number)} className={className}>
      {children}
    </Link>
  )
}
