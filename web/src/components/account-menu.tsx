import { signOut } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { setTheme, type Theme, useTheme } from '../ui/theme.ts'
import { helpHome } from './help.ts'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const WORDS: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' }

export function ThemeButton() {
  const theme = useTheme()
  const icon = theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system'
  return (
    <Button
      kind="quiet"
      small
      icon={icon}
      aria-label={`Theme: ${WORDS[theme]}. Change to ${WORDS[NEXT[theme]]}`}
      title={`Theme: ${WORDS[theme]}`}
      onClick={() => setTheme(NEXT[theme])}
    />
  )
}

export function AccountMenu({ onHelp }: { onHelp(): void }) {
  return (
    <Menu
      label="Help and session"
      trigger={<Button kind="quiet" small icon="help" aria-label="Keyboard, help and sign-out" />}
      items={[
        { label: 'Keyboard', icon: 'list', keys: '?', run: onHelp },
        { label: 'Documentation', icon: 'help', run: () => window.open(helpHome, '_blank', 'noopener') },
        { label: 'API reference', icon: 'file', run: () => window.open(paths.docs, '_blank', 'noopener') },
        'separator',
        { label: 'Sign out', icon: 'exit', run: () => void signOut() },
      ]}
    />
  )
}
