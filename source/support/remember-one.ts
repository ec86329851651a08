/** The same result as long as it is made of the same things. */
export const rememberOne = <From extends readonly unknown[], To>(
	make: (...from: From) => To,
): ((...from: From) => To) => {
	let last: {readonly from: From; readonly to: To} | undefined;
	return (...from) => {
		if (last === undefined || last.from.some((part, index) => part !== from[index])) {
			last = {from, to: make(...from)};
		}
		return last.to;
	};
};
