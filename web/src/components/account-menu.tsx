import { signOut } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { setTheme, type Theme, useTheme } from '../ui/theme.ts'
import { frameWords as w } from '../words/frame.ts'
import { helpHome } from './help.ts'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const WORDS: Record<Theme, string> = w.themes

export function ThemeButton() {
  const theme = useTheme()
  const icon = theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system'
  return (
    <Button
      kind="quiet"
      small
      icon={icon}
      aria-label={w.changeTheme(WORDS[theme], WORDS[NEXT[theme]])}
      title={w.theme(WORDS[theme])}
      onClick={() => setTheme(NEXT[theme])}
    />
  )
}

export function AccountMenu({ onHelp }: { onHelp(): void }) {
  return (
    <Menu
      label={w.helpAndSession}
      trigger={<Button kind="quiet" small icon="help" aria-label={w.accountMenu} />}
      items={[
        { label: w.keyboard, icon: 'list', keys: '?', run: onHelp },
        { label: w.documentation, icon: 'help', run: () => window.open(helpHome, '_blank', 'noopener') },
        { label: w.reference, icon: 'file', run: () => window.open(paths.docs, '_blank', 'noopener') },
        'separator',
        { label: w.signOut, icon: 'exit', run: () => void signOut() },
      ]}
    />
  )
}
