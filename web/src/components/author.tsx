import { useQuery } from '@tanstack/react-query'
import { keyList } from '../api/keys.ts'

const KEY = /^API key (\d+)$/

/** Who did it, as the log has it; a key by the name it was given, where this key may know it. */
export function Author({ by }: { by: string }) {
  const id = Number(KEY.exec(by)?.[1])
  const keys = useQuery({ ...keyList(), enabled: id > 0 }).data
  return keys?.find((key) => key.id === id)?.name ?? by
}
