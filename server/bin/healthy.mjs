// For container runtimes: ends with 0 if the program on this machine answers, with 1 otherwise.
const port = process.env.PORT ?? '8000'
const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
