import openai from './data/openai.json' with { type: 'json' }
import google from './data/google.json' with { type: 'json' }
import xai from './data/xai.json' with { type: 'json' }
import anthropic from './data/anthropic.json' with { type: 'json' }
import mistral from './data/mistral.json' with { type: 'json' }
import fal from './data/fal.json' with { type: 'json' }
import replicate from './data/replicate.json' with { type: 'json' }
import bfl from './data/bfl.json' with { type: 'json' }
import elevenlabs from './data/elevenlabs.json' with { type: 'json' }
import alibaba from './data/alibaba.json' with { type: 'json' }
import minimax from './data/minimax.json' with { type: 'json' }
import deepseek from './data/deepseek.json' with { type: 'json' }
import groq from './data/groq.json' with { type: 'json' }
import runway from './data/runway.json' with { type: 'json' }
import luma from './data/luma.json' with { type: 'json' }
import kling from './data/kling.json' with { type: 'json' }
import stability from './data/stability.json' with { type: 'json' }
import recraft from './data/recraft.json' with { type: 'json' }
import ideogram from './data/ideogram.json' with { type: 'json' }
import type { ServiceId } from '../../env.ts'

/** The entries of each service that this release brings along, in the form of `MODELS_FILE`. */
export const shipped: Record<ServiceId, unknown> = {
  openai,
  google,
  xai,
  anthropic,
  mistral,
  fal,
  replicate,
  bfl,
  elevenlabs,
  alibaba,
  minimax,
  deepseek,
  groq,
  runway,
  luma,
  kling,
  stability,
  recraft,
  ideogram,
}
