/** `npm run test:interop`: our client against servers that others wrote. */
console.log("There is no interop lane yet: the first one comes with the agent kit.");
