// Requests the data of every page while the console's script is still loading; web/src/api/early-data.ts takes the answers.
// The organization comes first: without a session nothing else is requested.
const early = new Map()
window.outdialEarly = early

const ask = (address) => {
  const answer = fetch(address)
  answer.catch(() => {})
  early.set(address, answer)
  return answer
}

ask('/api/v1/organization').then(
  (answer) => {
    if (!answer.ok) return
    ask('/api/v1/campaign/?limit=1000')
    ask('/api/v1/calls?live=true&limit=1000')
    ask('/api/v1/organizations/telephony-configs')
  },
  () => {},
)
