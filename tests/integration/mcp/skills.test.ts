import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {serverConfig, useServers} from '../../helpers/mcp-servers.ts';

const never = new AbortController().signal;

const connected = async (name: string) => {
	const {servers, connect} = useServers([serverConfig(name)]);
	await connect();
	return {
		list: () => servers.listSkills(name, never),
		read: (skill: string) => servers.readResource(name, `skill://test/${skill}/SKILL.md`, never),
	};
};

describe('the skills of a server', () => {
	it('are listed, and one that is put into a message is read', async () => {
		const {list, read} = await connected('skills');
		await expect(list()).resolves.toMatchObject({
			type: 'fetched',
			value: {
				skills: [
					{uri: 'skill://test/honest/SKILL.md', name: 'honest', description: 'The skill honest.'},
					{uri: 'skill://test/forged/SKILL.md', name: 'forged'},
				],
			},
		});
		await expect(read('honest')).resolves.toMatchObject({
			type: 'fetched',
			value: [{type: 'resource', text: expect.stringContaining('Do honest.')}],
		});
	});

	it('are refused in a message where their text is not the listed one', async () => {
		const {list, read} = await connected('skills');
		await list();
		await expect(read('forged')).resolves.toMatchObject({type: 'failed', failure: {code: 'skill-changed'}});
	});

	it('are none where the server has no skills, and nothing is written to the screen about that', async () => {
		const written = vi.spyOn(console, 'debug').mockReturnValue(undefined);
		onTestFinished(() => written.mockRestore());
		const {list} = await connected('asking');
		await expect(list()).resolves.toMatchObject({type: 'fetched', value: {skills: []}});
		expect(written).not.toHaveBeenCalled();
	});
});
