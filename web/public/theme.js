// Runs before the first paint; web/src/ui/theme.ts writes what it reads.
try {
  const theme = localStorage.getItem('outdial-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('outdial-patterns') === 'on') document.documentElement.classList.add('patterns')
} catch {
  // Without storage the system decides.
}
