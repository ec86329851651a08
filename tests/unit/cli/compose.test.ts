import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {compose} from '../../../source/compose.ts';
import {createTestHome} from '../../helpers/test-home.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

afterEach(() => {
	vi.unstubAllEnvs();
});

/** What is said after `/model openai/gpt-x`, in a chat that begins with the tour. */
const changeModel = async (config: string, isDemo: boolean): Promise<string> => {
	const home = createTestHome();
	onTestFinished(home.remove);
	mkdirSync(home.settings, {recursive: true});
	writeFileSync(join(home.settings, 'config.json'), config);
	vi.stubEnv('MCP_TUI_HOME', home.settings);
	vi.stubEnv('OPENAI_API_KEY', 'sk-test');
	const composed = await compose({
		modelId: 'demo/tour',
		isDemo,
		configFiles: [],
		isStrict: false,
		trustsProject: false,
		agentFile: undefined,
		assistant: undefined,
		onlyServers: [],
		workMode: undefined,
		approvalMode: undefined,
		allowedTools: [],
		disallowedTools: [],
		maxSteps: 5,
		session: {type: 'none'},
		isAttended: true,
	});
	if (composed.type === 'refused') {
		throw new Error(composed.failure.message);
	}
	const {app} = composed;
	onTestFinished(app.close);
	const before = app.getState().items.length;
	app.submit('/model openai/gpt-x');
	await waitUntil(() => app.getState().items.length > before);
	const last = app.getState().items.at(-1);
	return `${app.getState().model}: ${last?.type === 'notice' ? last.text : ''}`;
};

const elsewhere = JSON.stringify({providers: {openai: {baseUrl: 'https://work.example/v1'}}});

describe('another model in a chat that began with the tour', () => {
	it('can be chosen where the configuration was read', async () => {
		await expect(changeModel(elsewhere, false)).resolves.toMatch(/^openai\/gpt-x: /);
	});

	it('cannot be chosen while the configuration is broken, because it may say where the key belongs', async () => {
		await expect(changeModel('{ broken', false)).resolves.toMatch(
			/^demo\/tour: .*config\.json:1:3 {2}invalid symbol\nCorrect it first/,
		);
	});

	it('cannot be chosen in the tour alone, which reads no configuration', async () => {
		await expect(changeModel(elsewhere, true)).resolves.toBe(
			'demo/tour: The tour reads no configuration.\nStart mcp-tui to use other models.',
		);
	});
});
