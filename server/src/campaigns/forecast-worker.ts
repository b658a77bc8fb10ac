/** A worker thread that computes one forecast and ends: two seconds of computing must not delay the calls of this node. */
import { parentPort, workerData } from 'node:worker_threads'
import { seededRng } from '../kernel/rng.ts'
import { forecast } from './rules/forecast.ts'
import type { ForecastInput } from './rules/forecast-input.ts'

const { inputs, seed } = workerData as { inputs: ForecastInput[]; seed: number }
parentPort?.postMessage(inputs.map((input) => forecast(input, seededRng(seed))))
