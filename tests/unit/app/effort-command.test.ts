import {describe, expect, it} from 'vitest';
import type {ThinkingEffort} from '../../../source/domain/provider-settings.ts';
import {createFakeModels, nameModel} from '../../helpers/fake-models.ts';
import {setUpModels} from '../../helpers/model-command.ts';

const setUp = (current = 'test/model') => {
	let chosen: ThinkingEffort | undefined;
	const models = {
		...createFakeModels({models: [nameModel('test/model')]}),
		effort: {
			of: () => chosen,
			choose(effort: ThinkingEffort | undefined) {
				const before = chosen;
				chosen = effort;
				return before;
			},
		},
	};
	return {...setUpModels(models, current), models};
};

describe('/effort', () => {
	it('shows how much the model thinks, and changes it from the next message on', async () => {
		const {type, models, app} = setUp();
		await expect(type('/effort')).resolves.toMatchObject({
			lines: [
				'effort of test/model: the default of its provider',
				'',
				'/effort off|low|medium|high changes it for this session.',
			],
		});
		await expect(type('/effort HIGH')).resolves.toEqual({
			tone: 'info',
			lines: ['The effort is high from the next message on, for every model in this session.'],
		});
		expect(models.asked).toContain('open test/model');
		await expect(type('/effort')).resolves.toMatchObject({
			lines: ['effort of test/model: high', '', expect.any(String)],
		});
		expect(app.getState().model).toBe('test/model');
	});

	it('names the values there are for one that it does not know', async () => {
		const {type, models} = setUp();
		await expect(type('/effort hgih')).resolves.toEqual({
			tone: 'warning',
			lines: ['There is no effort "hgih"; did you mean high? Choose off, low, medium, high.'],
		});
		expect(models.asked).toEqual([]);
	});

	it('says so where the model is scripted, or where nothing can be chosen', async () => {
		await expect(setUp('demo/tour').type('/effort low')).resolves.toMatchObject({
			tone: 'warning',
			lines: ['The demo model is scripted and does not think. /model changes the model.'],
		});
		await expect(setUpModels(createFakeModels()).type('/effort low')).resolves.toMatchObject({
			tone: 'warning',
			lines: ['How much the model thinks cannot be changed here.'],
		});
	});
});
