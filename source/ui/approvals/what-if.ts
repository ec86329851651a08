import {isJsonObject, type JsonObject} from '../../domain/json.ts';

export type WhatIfWords =
	| {readonly type: 'call'; readonly server: string; readonly tool: string; readonly args: JsonObject}
	/** Why it is none yet, as a sentence. */
	| {readonly type: 'wrong'; readonly why: string};

const wrong = (why: string): WhatIfWords => ({type: 'wrong', why});

/** Reads `server tool {"json": 1}`. */
export const readWhatIf = (text: string): WhatIfWords => {
	const [, server = '', tool = '', rest = ''] = /^\s*(\S*)\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
	if (server === '' || tool === '') {
		return wrong('Type a server and a tool, then the arguments as JSON if there are any.');
	}
	if (rest.trim() === '') {
		return {type: 'call', server, tool, args: {}};
	}
	try {
		const value: unknown = JSON.parse(rest);
		return isJsonObject(value)
			? {type: 'call', server, tool, args: value}
			: wrong('The arguments are a JSON object, such as {"path": "/tmp/a"}.');
	} catch {
		return wrong('The arguments are not JSON yet.');
	}
};
