export function OutdialLogo() {
  return (
    <svg className="mark" viewBox="0 0 26 26" aria-hidden="true">
      <path className="ring-line" d="M14.6 6.2a8.2 8.2 0 1 0 5.2 5.2" />
      <circle className="out" cx="20.2" cy="5.8" r="3.3" />
    </svg>
  )
}
