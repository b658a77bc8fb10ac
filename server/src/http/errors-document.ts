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

Every error but one has this body. \`code\` is for programs and never changes its meaning. \`message\` is for people and may
say more than the sentence here. Some errors have \`details\`. Internal errors have a \`request_id\`.

\`\`\`json
{ "detail": "campaign_not_found", "code": "campaign_not_found", "message": "There is no campaign with this id." }
\`\`\`

The exception is a request that is not valid: 422, with every fault of path, query, headers and body in one answer. \`loc\` says
where the fault is, \`type\` what it is, in the words of pydantic 2.

\`\`\`json
{
  "detail": [
    { "loc": ["body", "name"], "msg": "Field required", "type": "missing", "input": {} }
  ]
}
\`\`\`

The \`…_not_found\` codes that are listed under 404 are answered with 400 if the body, not the path, names the missing object.
Objects of another organization are answered like missing ones.`
