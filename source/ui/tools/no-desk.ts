import type {ToolDesk} from '../../domain/tool-desk.ts';

const failure = {code: 'not-saved', message: 'Nothing is kept here.'};

/** Where nothing is known and nothing kept. */
export const noDesk: ToolDesk = {
	uses: {
		of: () => undefined,
		all: () => [],
		note: () => undefined,
		refresh: async () => undefined,
		flush: async () => undefined,
	},
	tries: {
		triesOf: () => [],
		savedOf: () => [],
		add: () => undefined,
		save: async () => failure,
		forget: async () => failure,
		refresh: async () => undefined,
		settled: async () => undefined,
	},
	leftOut: () => [],
	switchedFor: ({server}) => `everybody who uses the server ${server}`,
	setOn: async () => failure,
	httpWayOf: () => ({type: 'none', why: 'Nothing is known about the way to this server.'}),
	redact: value => value,
};
