/** `docs/errors.md`, generated from the error catalogue. */
import { STATUS_CODES } from 'node:http'
import { ERRORS, type ErrorCode } from '../kernel/errors.ts'

export function errorsDocument(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  const statuses = [...new Set(codes.map((code) => ERRORS[code][0]))].sort((a, b) => a - b)
  const chapters = statuses.map((status) => {
    const rows = codes
      .filter((code) => ERRORS[code][0] === status)
      .map((code) => `| \`${code}\` | ${ERRORS[code][1]} |`)
    return [`## ${status} ${STATUS_CODES[status] ?? ''}`.trim(), '', '| Code | Message |', '|---|---|', ...rows].join(
      '\n',
    )
  })
  return [INTRODUCTION, ...chapters, ''].join('\n\n').replace(/\n+$/, '\n')
}

const INTRODUCTION = `<!-- Made from server/src/kernel/errors.ts by \`npm run generate\`; do not edit. -->

# Errors

Every error but one has this body; \`code\` is for programs and never changes its meaning, \`message\` is for people and may
say more than the sentence here. \`details\` is there where there is more to say, \`request_id\` when the fault is ours.

\`\`\`json
{ "detail": "campaign_not_found", "code": "campaign_not_found", "message": "There is no campaign with this id." }
\`\`\`

The one is a request that is not valid: 422, with every fault of path, query, headers and body in one answer. \`loc\` says
where, \`type\` what, in the words of pydantic 2.

\`\`\`json
{
  "detail": [
    { "loc": ["body", "name"], "msg": "Field required", "type": "missing", "input": {} }
  ]
}
\`\`\`

A \`…_not_found\` below 404 is answered with 400 where the body names what does not exist, not the path. What belongs to
another organization is answered like what does not exist.`
