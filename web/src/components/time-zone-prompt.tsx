import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { api } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { Note } from '../ui/note.tsx'
import { storedPreference, storePreference } from '../ui/theme.ts'
import { ownZone, setHomeZone, zoneName } from '../ui/time.ts'
import { overviewWords as w } from '../words/overview.ts'
import { useWhyScopeDenied } from './scope.ts'
import { useOrganization } from './use-organization.ts'

const ANSWERED = 'outdial-zone-answered'

/** A new organization is in UTC. If this browser is in another zone, it asks once which one to use. */
export function TimeZonePrompt() {
  const { time_zone } = useOrganization()
  const forbidden = useWhyScopeDenied('admin')
  const [answered, setAnswered] = useState(storedPreference(ANSWERED) !== null)
  const [fault, setFault] = useState<unknown>(null)
  const own = ownZone()
  if (answered || forbidden || time_zone !== 'UTC' || isUtc(own)) return null
  const answer = () => {
    storePreference(ANSWERED, 'yes')
    setAnswered(true)
  }
  const take = async () => {
    try {
      await api().PATCH('/api/v1/organization', { body: { time_zone: own } })
      setHomeZone(own)
      await queryClient.invalidateQueries({ queryKey: ['organization'] })
      answer()
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <Note
      title={w.zoneAsk(zoneName(own))}
      acts={
        <>
          <Button small kind="primary" onClick={() => void take()}>
            {w.zoneTake(zoneName(own))}
          </Button>
          <Button small kind="quiet" onClick={answer}>
            {w.stayUtc}
          </Button>
        </>
      }
    >
      {w.zoneText(own)}
      {fault !== null && <FaultWords error={fault} />}
    </Note>
  )
}

export const isUtc = (zone: string): boolean => /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$|^Etc\/Greenwich$/.test(zone)
