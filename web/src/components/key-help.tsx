import { KEY_MAP } from '../keys/map.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

export default function KeyHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard" className="wide" footer={<Button onClick={onClose}>Close</Button>}>
      <ul className="keys">
        {KEY_MAP.map(([what, keys]) => (
          <li key={what}>
            <span>{what}</span>
            <span>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key === 'mod' ? (mac ? '⌘' : 'ctrl') : key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="small mute">Keys rest while you type. They can be switched off in Settings, Appearance.</p>
    </Dialog>
  )
}
