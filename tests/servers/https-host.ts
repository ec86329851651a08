import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import type {RequestListener} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {createTemporaryFolder} from '../helpers/temporary-folder.ts';

/** A server with a certificate that it made itself, for the given host. */
export const startHttpsHost = async (
	listener: RequestListener,
	host = 'IP:127.0.0.1',
): Promise<{readonly url: string; readonly certificate: string}> => {
	const folder = createTemporaryFolder();
	const key = join(folder, 'key.pem');
	const certificate = join(folder, 'certificate.pem');
	execFileSync(
		'openssl',
		[
			'req',
			'-x509',
			'-newkey',
			'ec',
			'-pkeyopt',
			'ec_paramgen_curve:prime256v1',
			'-nodes',
			'-days',
			'2',
		].concat([
			'-subj',
			'/CN=mcp-tui test',
			'-addext',
			`subjectAltName=${host}`,
			'-keyout',
			key,
			'-out',
			certificate,
		]),
		{stdio: 'ignore'},
	);
	const server = createServer({key: readFileSync(key), cert: readFileSync(certificate)}, listener);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, certificate};
};
