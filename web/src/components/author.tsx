import { useQuery } from '@tanstack/react-query'
import { keyList } from '../api/keys.ts'

const KEY = /^API key (\d+)$/

/** The author in a log entry; a key is shown by its name, if this session may see it. */
export function Author({ by }: { by: string }) {
  const id = Number(KEY.exec(by)?.[1])
  const keys = useQuery({ ...keyList(), enabled: id > 0 }).data
  return keys?.find((key) => key.id === id)?.name ?? by
}
