import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A query parameter; filters and sort orders are stored in such parameters, so that a link shows the same list. */
export function useQueryParam<T extends string>(name: string, fallback: T): [T, (value: T) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const found = search[name]
  const set = useCallback(
    (value: T) => {
      const next = (before: Record<string, unknown>) => ({ ...before, [name]: value === fallback ? undefined : value })
      void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
    },
    [navigate, name, fallback],
  )
  return [(found === undefined ? fallback : String(found)) as T, set]
}

/** The id in a path; null if invalid, for example in a truncated address. */
export function usePathId(name: string): number | null {
  const value = (useParams({ strict: false }) as Record<string, string | undefined>)[name]
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null
}

export function usePathParam(name: string): string | undefined {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name]
}
