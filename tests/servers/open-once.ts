/** Opens a connection to the URL in its first argument and prints what became of it: a program for a child process. */
import {openConnection, StartError} from '../../source/core/mcp/connection/open-connection.ts';
import {createReaper} from '../../source/core/mcp/transports/reaper.ts';

const [, , type = 'http', url = ''] = process.argv;

openConnection(
	{
		config: {
			name: 'remote',
			type: type === 'ws' ? 'ws' : 'http',
			url,
			headers: {},
			auth: {type: 'none'},
			connectTimeout: 20_000,
			requestTimeout: 20_000,
			sseReadTimeout: 60_000,
			retryAttempts: 0,
			terminateOnClose: true,
			allowInsecure: false,
			loadTools: true,
			loadPrompts: true,
			excludeTools: [],
			disabled: false,
		},
		version: '0.0.0-test',
		reaper: createReaper(),
		environment: process.env,
		access: {headers: {}},
		capabilities: {},
		prepare: () => {},
	},
	AbortSignal.timeout(20_000),
)
	.then(async ({transport, way}) => {
		await transport.close();
		process.stdout.write(`open ${way.transport}`);
	})
	.catch((error: unknown) => {
		process.stdout.write(error instanceof StartError ? JSON.stringify(error.trouble) : String(error));
	});
