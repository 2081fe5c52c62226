import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formFailure } from '../../api/form-failure.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import { useLoginMutation } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { FormBanner } from './form-banner.js';

/** Where to go afterwards is the route guard's business. */
export function LoginPage() {
  const { search } = useLocation();
  const { form, field, refuse, onSubmit } = useForm({ email: '', password: '' }, { email: rules.email, password: rules.passwordGiven });
  const [login, { isLoading }] = useLoginMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async ({ email, password }) => {
    setFailed([]);
    const { error } = await login({ email: email.trim(), password });
    if (error) setFailed(formFailure(error, TEXTS.fallback.login, refuse));
    else toast.success(TEXTS.success.login);
  });
  return (
    <AuthLayout
      title="Welcome back"
      intro="Sign in to your space."
      foot={
        <>
          New here? <Link to={{ pathname: '/register', search }}>Create an account</Link>
        </>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <FormBanner messages={failed} />
        <TextField label="Email" type="email" autoComplete="email" isRequired {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" isRequired {...field('password')} />
        <Link to="/forgot-password" className={styles.forgot}>
          Forgot password?
        </Link>
        <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
          Sign In
        </Button>
      </form>
    </AuthLayout>
  );
}
