import {mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readAgentFile} from '../../../../source/core/config/agent/read-agent.ts';
import {readSmallText} from '../../../../source/core/config/agent/read-small-text.ts';
import {writeFile} from '../../../helpers/foreign-clients.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

/** An agent in a folder of its own, with a secret beside that folder and links to it. */
const createAgent = () => {
	const root = createTemporaryFolder();
	const folder = join(root, 'agent');
	mkdirSync(folder);
	const secret = writeFile(root, 'secret', 'PASSWORD=canary\n');
	symlinkSync(secret, join(folder, 'link'));
	symlinkSync(root, join(folder, 'up'));
	writeFile(folder, 'inside', 'A=1\n');
	symlinkSync(join(folder, 'inside'), join(folder, 'inner-link'));
	const read = (text: string) => {
		const file = writeFile(folder, 'agent.yaml', text);
		return readAgentFile(file, {env: {}, readText: readSmallText, cwd: root});
	};
	return {root, folder, secret, read};
};

const outside = ['../secret', 'link', 'up/secret', '/etc/passwd', `\${workspaceFolder}/secret`, '../missing'];

const toolWith = (key: string, file: string): string =>
	`tools: [{type: mcp, name: files, command: x, ${key}: ${JSON.stringify(file)}}]`;

describe('an agent file', () => {
	it.each(outside)('reads no instructions from %s, outside of its folder', async named => {
		const {folder, read} = createAgent();
		const result = await read(`instructions: {file: ${JSON.stringify(named)}}`);
		expect(result.type).toBe('refused');
		const {problems} = result.type === 'refused' ? result : {problems: []};
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(/:1:22 {2}instructions\.file: .*outside of /);
		expect(problems[0]).toContain(`${folder}, the folder of the agent`);
		expect(JSON.stringify(result)).not.toMatch(/canary|root:/);
	});

	it.each(outside)('takes no variables from %s, outside of its folder', async named => {
		const {read} = createAgent();
		for (const key of ['env_file', 'envFile']) {
			const result = await read(toolWith(key, named));
			expect(result).toMatchObject({type: 'refused'});
			expect(JSON.stringify(result)).toContain(`${key}: tool \\"files\\": `);
			expect(JSON.stringify(result)).toContain('the folder of the agent');
			expect(JSON.stringify(result)).not.toContain('canary');
		}
	});

	it.each(['inside', './inside', 'inner-link', '../agent/inside'])('reads %s, in its folder', async named => {
		const {read} = createAgent();
		expect(await read(`instructions: {file: ${named}}`)).toMatchObject({
			type: 'read',
			assistant: {instructions: 'A=1\n'},
		});
		expect(await read(toolWith('env_file', named))).toMatchObject({type: 'read', servers: [{env: {A: '1'}}]});
	});

	it('reads what lies in its folder by whichever link one comes to it', async () => {
		const {root, folder} = createAgent();
		writeFile(folder, 'agent.yaml', 'instructions: {file: inside}');
		symlinkSync(folder, join(root, 'elsewhere'));
		const file = join(root, 'elsewhere', 'agent.yaml');
		const read = await readAgentFile(file, {env: {}, readText: readSmallText});
		expect(read).toMatchObject({type: 'read', assistant: {instructions: 'A=1\n'}});
	});
});
