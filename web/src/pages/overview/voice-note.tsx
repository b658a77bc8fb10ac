import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/session.ts'
import { voiceList } from '../../api/voices.ts'
import { paths } from '../../paths.ts'
import { overviewWords as w } from '../../words/overview.ts'
import { voiceInUse } from './voice-in-use.ts'

/** Shows which voice people hear, so that new users do not assume that the bundled voice is the best available. */
export function VoiceNote() {
  const configuration = useQuery({ queryKey: ['model-configuration'], queryFn: () => api().models.get() })
  const voices = useQuery(voiceList())
  if (!configuration.data || !voices.data) return null
  const used = voiceInUse(configuration.data, voices.data)
  if (used === null) return null
  return (
    <p className="small mute">
      {w.voiceInUse(used.name, used.isLocal)} {used.natural && w.naturalVoice(used.natural.megabytes)}{' '}
      <Link className="link" to={paths.settingsPage('model')}>
        {w.allVoices}
      </Link>
    </p>
  )
}
