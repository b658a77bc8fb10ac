import { KEY_MAP } from '../keys/map.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { frameWords as w } from '../words/frame.ts'
import { shared } from '../words/shared.ts'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

export default function KeyHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={w.keyboard}
      className="wide"
      footer={<Button onClick={onClose}>{shared.close}</Button>}
    >
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
      <p className="small mute">{w.keysRest}</p>
    </Dialog>
  )
}
